import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormState } from './form-state.ts'
import { Icon } from '../icon/icon.tsx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  name: string
  /** May contain links, as the agreement does. */
  children: ReactNode
}

/** A checkbox with its label; its form value is 'on' or missing. */
export function Checkbox({ name, children, ...input }: CheckboxProps) {
  const id = useId()
  const wrong = useFormState().errors[name] ?? ''
  return (
    <div className="field">
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          aria-invalid={wrong === '' ? undefined : true}
          aria-describedby={wrong === '' ? undefined : id}
          {...input}
        />
        <span>{children}</span>
      </label>
      {wrong !== '' && (
        <p className="error" id={id}>
          <Icon name="warn" />
          {wrong}
        </p>
      )}
    </div>
  )
}
