import { createContext, use } from 'react'

export interface FormState {
  /** The first sentence against each field. */
  errors: Readonly<Record<string, string>>
  /** What the server said against the whole form. */
  refusal: string
  isBusy: boolean
  /** Checks these fields alone; their typed texts when they are right, else shows what is wrong. */
  check: (names: readonly string[]) => Record<string, string> | undefined
  /** Shows a refusal that came from elsewhere than submitting. */
  refuse: (error: unknown) => void
}

export const FormContext = createContext<FormState>({
  errors: {},
  refusal: '',
  isBusy: false,
  check: () => undefined,
  refuse: () => undefined,
})

export function useFormState(): FormState {
  return use(FormContext)
}
