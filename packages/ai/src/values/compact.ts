/** The type of {@link compact}: fields that may be undefined may be missing. */
export type Compact<T extends object> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key]
} & { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> }

/** The fields that have a value, for objects whose optional fields must be missing rather than undefined. */
export function compact<T extends object>(fields: T): Compact<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>
}
