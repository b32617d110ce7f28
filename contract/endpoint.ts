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
export type CallInputOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** An endpoint as it is written down: what its schemas are is asked when one is needed. */
type Entry<In extends z.ZodMiniType, Out extends z.ZodMiniType> = Omit<
  Endpoint<In, Out>,
  'input' | 'output'
> & { input: () => In; output: () => Out }

/**
 * Keeps the exact schema types, and makes a schema when it is first used: a page that makes three calls
 * does not wait, at its start, for the schemas of thirty.
 */
export function endpoint<
  const Session extends Endpoint['session'],
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
>({ input, output, ...entry }: Entry<In, Out> & { session: Session }) {
  let madeInput: In | undefined
  let madeOutput: Out | undefined
  return {
    ...entry,
    get input(): In {
      return (madeInput ??= input())
    },
    get output(): Out {
      return (madeOutput ??= output())
    },
  }
}
