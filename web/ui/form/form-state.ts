import { createContext, use } from 'react'

export interface FormState {
  /** The first error of each field. */
  errors: Readonly<Record<string, string>>
  /** The server's error for the whole form; '' without one. */
  refusal: string
  isBusy: boolean
  /** Validates only these fields. Returns their values, or undefined after showing their errors. */
  check: (names: readonly string[]) => Record<string, string> | undefined
  /** Shows an error from another call than the submission. */
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
