import type { MouseEvent, ReactNode } from 'react'

interface MenuProps {
  /** The opening button refers to it by `popoverTarget`. */
  id: string
  className?: string
  children: ReactNode
}

/** A popover that opens without script and closes when a link or button inside is pressed. */
export function Menu({ id, className = 'menu', children }: MenuProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- listens to the links and buttons inside, whose clicks the keyboard makes too
    <div className={className} id={id} popover="auto" onClick={closeAfterChoice}>
      {children}
    </div>
  )
}

function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  const chosen = event.target instanceof Element && event.target.closest('a, button')
  // on wide windows the side help is visible without being an open popover
  if (chosen && event.currentTarget.matches(':popover-open')) event.currentTarget.hidePopover()
}
