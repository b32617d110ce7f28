import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { CallError } from '../../lib/call/classify-failure.ts'
import { Button } from '../action/button.tsx'
import { FormContext, type FormState, useFormState } from './form-state.ts'
import { Notice } from '../feedback/notice.tsx'
import { useCrash } from '../feedback/use-crash.ts'
import { useDraft } from './use-draft.ts'

interface FormProps<Schema extends z.ZodMiniType> {
  schema: Schema
  /** Make calls with `isQuiet`: the form shows their errors itself. */
  onSubmit: (values: z.output<Schema>) => Promise<void>
  children: ReactNode
  id?: string
  className?: string
}

/**
 * A form validated by its schema. Field errors appear beside their fields, other errors above the button.
 * Fields are uncontrolled native inputs; a redirect to the login keeps their values as a draft.
 */
export function Form<Schema extends z.ZodMiniType>({
  schema,
  onSubmit,
  children,
  className = 'form',
  ...rest
}: FormProps<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const crash = useCrash()
  const { leave } = useDraft(form)

  function point(wrong: Record<string, string>) {
    flushSync(() => setErrors(wrong))
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  function parse() {
    const typed = form.current ? typedIn(form.current) : {}
    const parsed = schema.safeParse(typed)
    return { typed, parsed, wrong: parsed.success ? {} : sentencesByField(parsed.error.issues) }
  }

  function check(names: readonly string[]) {
    const { typed, wrong } = parse()
    const found = Object.entries(wrong).filter(([name]) => names.includes(name))
    setRefusal('')
    point(Object.fromEntries(found))
    if (found.length > 0) return undefined
    return Object.fromEntries(names.map((name) => [name, typed[name] ?? '']))
  }

  function refuse(error: unknown) {
    if (!(error instanceof CallError)) return crash(error)
    if (error.status === 401 && leave()) return
    const isField = (name: string) => form.current?.elements.namedItem(name) != null
    const fields = Object.entries(error.fields)
    const elsewhere = fields.filter(([name]) => !isField(name)).map(([, sentence]) => sentence)
    point(Object.fromEntries(fields.filter(([name]) => isField(name))))
    if (error.isShown) return
    setRefusal(fields.length > 0 ? elsewhere.join('；') : error.message)
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const { parsed, wrong } = parse()
    setRefusal('')
    point(wrong)
    if (!parsed.success) return
    isSending.current = true
    setIsBusy(true)
    try {
      await onSubmit(parsed.data)
    } catch (error) {
      refuse(error)
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    const name = event.target instanceof HTMLElement ? event.target.getAttribute('name') : null
    if (name !== null && errors[name]) setErrors({ ...errors, [name]: '' })
  }

  const state: FormState = { errors, refusal, isBusy, check, refuse }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for the keys of all its fields
    <form
      {...rest}
      ref={form}
      className={className}
      // Submitted before hydration, a form would put its values, passwords too, into the address.
      // Outside of a dialog the method `dialog` submits nothing.
      method="dialog"
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void handleSubmit(event)}
      onInput={handleInput}
      onKeyDown={ignoreComposingEnter}
    >
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}

/** Submits its form; shows the server's error above itself. */
export function SubmitButton({ children, ...look }: ComponentProps<typeof Button>) {
  const { refusal, isBusy } = useFormState()
  return (
    <>
      {refusal !== '' && (
        <Notice kind="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <Button kind="primary" size="large" isWide {...look} type="submit" isBusy={isBusy}>
        {children}
      </Button>
    </>
  )
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed[name] = value
  return typed
}

function sentencesByField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const sentences: Record<string, string> = {}
  for (const { path, message } of issues) sentences[String(path[0] ?? '')] ??= message
  return sentences
}

/** Enter that ends an IME composition does not submit the form. */
function ignoreComposingEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) {
    event.preventDefault()
  }
}
