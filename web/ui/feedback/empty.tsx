import type { ReactNode } from 'react'
import { Arc } from '../icon/arc.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'

interface EmptyProps {
  title: string
  /** What the list would hold, drawn under the arc; absent: the arc alone. */
  drawing?: IconName
  children: ReactNode
  /** A link or button that leads to a first item. */
  action?: ReactNode
  /** Heading level: h2 where the section has no heading of its own. */
  heading?: 'h2' | 'h3'
}

/** Shown in place of an empty list. */
export function Empty({ title, drawing, children, action, heading: Heading = 'h3' }: EmptyProps) {
  return (
    <div className="empty">
      <Arc
        width={160}
        height={62}
        count={14}
        endRadius={1.2}
        topRadius={2.5}
        foot={8}
        shore={24}
        star={8}
      />
      {drawing && <Icon name={drawing} />}
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action}
    </div>
  )
}
