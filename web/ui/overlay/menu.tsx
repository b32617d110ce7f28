import type { MouseEvent, ReactNode } from 'react'

interface MenuProps {
  /** The opening button names it in `popoverTarget`. */
  id: string
  className?: string
  children: ReactNode
}

/** A popover that closes when one of its links or buttons was pressed; opens without script. */
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
  // the side help of wide windows is shown without being open
  if (chosen && event.currentTarget.matches(':popover-open')) event.currentTarget.hidePopover()
}
