import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'

export interface Consequence {
  icon: IconName
  text: ReactNode
}

interface FormPageProps {
  /** What submitting changes; shown beside the form. */
  consequences: readonly Consequence[]
  children: ReactNode
}

/** A page with one form and the consequences of submitting it. */
export function FormPage({ consequences, children }: FormPageProps) {
  const id = useId()
  return (
    <div className="form-page">
      <div className="card">{children}</div>
      <section aria-labelledby={id}>
        <h2 id={id}>修改后</h2>
        <ul>
          {consequences.map(({ icon, text }) => (
            <li key={icon}>
              <Icon name={icon} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
