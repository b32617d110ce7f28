/** A refusal, as every call of this site answers it in the shape of OpenAI's API: `{"error": …}`. */
export interface Failure {
  code: string
  /** For the user. */
  message: string
  /** OpenAI's kind of error. */
  type?: string
  param?: null
  /** What is left to spend, where the credit is short. */
  available?: number
  /** What other work holds of the credit that is missing. */
  held?: number
}

/** Who is signed on, and the credit; null while the shop does not say. */
export interface Viewer {
  user: string
  name: string
  credit: { available: number; held: number } | null
}
