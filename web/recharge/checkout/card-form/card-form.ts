/** Amount in minor units. */
export interface OrderTotal {
  amount: number
  currency: string
}

/** `error` is a message for the visitor; empty when the form shows it beside a field. */
export type PaymentMethodResult = { id: string } | { error: string }

/** The card fields. Card data go from here to the provider only. */
export interface CardForm {
  /** Puts the fields into a box; resolves when they are ready, rejects when they fail to load. */
  mount(box: HTMLElement): Promise<void>
  /** Sets a new total. */
  update(total: OrderTotal): void
  /** Marks invalid fields, without a request. Undefined: all valid; else as `error` above. */
  validate(): Promise<string | undefined>
  /** Call `validate` first. */
  createPaymentMethod(): Promise<PaymentMethodResult>
  /** Shows the challenge of the bank in the page; the server knows its result. */
  handleNextAction(clientSecret: string): Promise<void>
  destroy(): void
}
