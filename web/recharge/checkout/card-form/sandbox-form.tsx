import { createRef } from 'react'
import { createRoot } from 'react-dom/client'
import type { CardForm } from './card-form.ts'
import { createSandboxMethod, type SandboxAccess } from './sandbox-call.ts'
import { type CardFieldsHandle, SandboxFields } from './sandbox-fields.tsx'

/** Our own fields for the payment sandbox; the card goes directly to it, as to Stripe. */
export function openSandboxForm(access: SandboxAccess): CardForm {
  const box = document.createElement('div')
  const root = createRoot(box)
  const fields = createRef<CardFieldsHandle>()

  return {
    mount(parent) {
      parent.append(box)
      return new Promise((resolve) => {
        root.render(<SandboxFields ref={fields} onReady={resolve} />)
      })
    },
    // The sandbox's fields do not show what is to be paid.
    update() {},
    async validate() {
      return fields.current?.read() ? undefined : ''
    },
    async createPaymentMethod() {
      const card = fields.current?.read()
      if (!card) return { error: '' }
      const { id, faults, error } = await createSandboxMethod(access, card)
      if (id !== undefined) return { id }
      if (faults) fields.current?.point(faults)
      return { error: error ?? '' }
    },
    // Its only next action is a page of its own, to which the page goes by itself.
    async handleNextAction() {},
    destroy() {
      box.remove()
      // React refuses to take a root down while it renders another.
      queueMicrotask(() => root.unmount())
    },
  }
}
