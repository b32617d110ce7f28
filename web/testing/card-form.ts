import { vi } from 'vitest'
import type { CardForm, PaymentMethodResult } from '../recharge/checkout/card-form/card-form.ts'

/** A card form that is filled in already. */
export function cardFormStub(method: PaymentMethodResult = { id: 'pm_1' }) {
  return {
    mount: vi.fn<CardForm['mount']>(async () => undefined),
    update: vi.fn<CardForm['update']>(),
    validate: vi.fn<CardForm['validate']>(async () => undefined),
    createPaymentMethod: vi.fn<CardForm['createPaymentMethod']>(async () => method),
    handleNextAction: vi.fn<CardForm['handleNextAction']>(async () => undefined),
    destroy: vi.fn<CardForm['destroy']>(),
  }
}
