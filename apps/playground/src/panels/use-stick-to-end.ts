import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'

/** How close to the end counts as being at the end, in pixels. */
const closeEnough = 60

/** Keeps a scrolled box at its end while it grows, unless somebody has scrolled away from there. */
export function useStickToEnd(content: unknown): {
  ref: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLDivElement>) => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const box = ref.current
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [content])
  return {
    ref,
    onScroll({ currentTarget: box }) {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < closeEnough
    },
  }
}
