import type * as z from 'zod/mini'

/** One HTTP call: method, path, session rule and schemas, used by browser and server. */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** Path pattern: `:name` segments are filled from the input; the other fields of a GET's input form its query. */
  path: `/clients/web/${string}`
  /** `required`: without a live session the server answers 401 before it reads the input. */
  session: 'required' | 'optional'
  /** A GET with an effect: it requires the CSRF token as every POST does. */
  unsafe?: true
  input: In
  output: Out
}

/** The input after parsing, as the handler receives it. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** The input before parsing, as the caller passes it. */
export type CallInputOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The declaration of an endpoint, with functions that create its schemas. */
type EndpointDeclaration<In extends z.ZodMiniType, Out extends z.ZodMiniType> = Omit<
  Endpoint<In, Out>,
  'input' | 'output'
> & { input: () => In; output: () => Out }

/**
 * Declares an endpoint and keeps its exact schema types. A schema is created at its first use, so that a page
 * that makes three calls does not create the schemas of all thirty at its start.
 */
export function endpoint<
  const Session extends Endpoint['session'],
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
>({ input, output, ...declaration }: EndpointDeclaration<In, Out> & { session: Session }) {
  let createdInput: In | undefined
  let createdOutput: Out | undefined
  return {
    ...declaration,
    get input(): In {
      return (createdInput ??= input())
    },
    get output(): Out {
      return (createdOutput ??= output())
    },
  }
}
