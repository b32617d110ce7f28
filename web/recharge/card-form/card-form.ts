/** What is to be paid, in minor units. */
export interface Total {
  amount: number
  currency: string
}

/** `error` is a sentence for the visitor; empty when the form itself already shows it beside a field. */
export type PaymentMethodResult = { id: string } | { error: string }

/** The fields for a card. What is typed into them never leaves this object, save for the provider. */
export interface CardForm {
  /** Puts the fields into a box; settles when one can type, rejects when they did not come. */
  mount(box: HTMLElement): Promise<void>
  /** To be called when what is to be paid has changed. */
  update(total: Total): void
  /** Points out what is wrong with the fields and asks nobody. Undefined: nothing; else as `error` above. */
  validate(): Promise<string | undefined>
  /** Of a card that was validated. */
  createPaymentMethod(): Promise<PaymentMethodResult>
  /** Lets the visitor do what the bank asks for, in place; how it ended the server is asked. */
  handleNextAction(clientSecret: string): Promise<void>
  destroy(): void
}
