import type * as z from 'zod/mini'

/** One call on the wire: everything both sides must agree on, and nothing else. */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** Path pattern; `:name` segments are filled from the input, the rest of a GET's input is its query. */
  path: `/clients/web/${string}`
  /** `required`: without a live session the server answers 401 before it reads the input. */
  session: 'required' | 'optional'
  /** A GET with an effect: it asks for the csrf token as every POST does. */
  unsafe?: true
  input: In
  output: Out
}

/** What the handler receives: the input after parsing. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** What the caller writes. */
export type GivenOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** Identity function: it only makes TypeScript keep the exact schema types. */
export function endpoint<
  const Session extends Endpoint['session'],
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
>(entry: Endpoint<In, Out> & { session: Session }) {
  return entry
}
