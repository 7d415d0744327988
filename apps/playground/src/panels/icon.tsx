import type { ReactElement } from 'react'

const paths = {
  play: 'M7 5.5v13l11-6.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  step: 'M6 5.5v13l9-6.5zM16 5h2.5v14H16z',
  stop: 'M6.5 6.5h11v11h-11z',
  restart: 'M12 5a7 7 0 1 0 6.9 8.2l-2-.35A5 5 0 1 1 12 7c1.3 0 2.5.5 3.4 1.4L13 10.8h6.5V4.3l-2.7 2.7A7 7 0 0 0 12 5z',
  tool: 'M14.7 4.3a5 5 0 0 0-5.9 6.5L3.6 16a2 2 0 0 0 0 2.8l1.6 1.6a2 2 0 0 0 2.8 0l5.2-5.2a5 5 0 0 0 6.5-5.9l-3 3-3-.9-.9-3z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 2h2v3h-2zM11 19h2v3h-2zM2 11h3v2H2zM19 11h3v2h-3zM4.2 5.6l1.4-1.4 2.1 2.1-1.4 1.4zM16.3 17.7l1.4-1.4 2.1 2.1-1.4 1.4zM4.2 18.4l2.1-2.1 1.4 1.4-2.1 2.1zM16.3 6.3l2.1-2.1 1.4 1.4-2.1 2.1z',
  moon: 'M14.5 3.5a8.5 8.5 0 1 0 6 13.2A7.5 7.5 0 0 1 14.5 3.5z',
  system: 'M4 5h16v11H4zM6 7v7h12V7zM9 18h6v2H9z',
  keyboard: 'M3 6h18v12H3zM5 8v8h14V8zM7 10h2v2H7zM11 10h2v2h-2zM15 10h2v2h-2zM8 13h8v2H8z',
  thought:
    'M12 4C7 4 3 7 3 11c0 2.1 1.1 4 3 5.3L5.5 20l4-2.2c.8.1 1.6.2 2.5.2 5 0 9-3 9-7s-4-7-9-7zM7.5 10h2v2h-2zM11 10h2v2h-2zM14.5 10h2v2h-2z',
} as const

/** The pictures of the playground. */
export type IconName = keyof typeof paths

/** A picture beside a text that says the same; on its own it says nothing to a screen reader. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} fillRule="evenodd" />
    </svg>
  )
}
