/** How many messages wait in each queue. */
export interface QueueSizes {
  readonly steer: number
  readonly followUp: number
}
