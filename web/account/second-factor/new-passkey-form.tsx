import * as z from 'zod/mini'
import { addPasskey, beginPasskeySetup } from '#contract/account/second-factor.ts'
import { shortName } from '#contract/account/second-factor-fields.ts'
import { call } from '../../lib/call/call.ts'
import { browserName } from '../../lib/passkey/browser-name.ts'
import { createPasskey } from '../../lib/passkey/passkey.ts'
import { Button } from '../../ui/action/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import type { FactorChange } from './use-second-factor.ts'

interface NewPasskeyFormProps {
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  onDone: (change: FactorChange) => void
  onCancel: () => void
}

const typed = z.object({ name: shortName('名称') })

/** Adds a passkey of this device or of a security key. */
export function NewPasskeyForm({ callWithFreshLogin, onDone, onCancel }: NewPasskeyFormProps) {
  async function add({ name }: z.output<typeof typed>) {
    const begun = await callWithFreshLogin(() => call(beginPasskeySetup, {}, { isQuiet: true }))
    if (!begun) return
    const response = await createPasskey(begun.options)
    onDone(await call(addPasskey, { name, response }, { isQuiet: true }))
  }
  return (
    <Form schema={typed} onSubmit={add}>
      <Field
        name="name"
        label="名称"
        hint="以后用来分辨，例如“我的手机”。"
        autoComplete="off"
        maxLength={40}
        defaultValue={browserName(navigator.userAgent)}
      />
      <SubmitButton icon="key">添加</SubmitButton>
      <Button isWide onClick={onCancel}>
        取消
      </Button>
    </Form>
  )
}
