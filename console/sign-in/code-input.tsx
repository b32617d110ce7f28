import { Field } from '#web/ui/form/field.tsx'

/** The field `code` for six digits of an authenticator app. */
export function CodeInput({ label, hint }: { label: string; hint?: string }) {
  return (
    <Field
      className="input code-input"
      name="code"
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      // copied codes may have a space
      maxLength={7}
    />
  )
}
