/** Who caused a change of an order or of credit. */
export type Actor = 'user' | 'provider' | 'system' | 'operator'
