/** What a movement of credit came to. */
export interface CreditChange {
  /** Signed: what it added or took. */
  delta: number
  /** After it, or now when it had happened before. */
  balance: number
  /** The same key had moved the same credit before: nothing happened now. */
  isRepeat: boolean
}
