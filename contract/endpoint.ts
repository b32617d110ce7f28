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

interface Schemas {
  input: z.ZodMiniType
  output: z.ZodMiniType
}

/** The input after parsing, as the handler receives it. */
export type InputOf<E extends Schemas> = z.output<E['input']>
/** The input before parsing, as the caller passes it. */
export type CallInputOf<E extends Schemas> = z.input<E['input']>
export type OutputOf<E extends Schemas> = z.output<E['output']>

/** The declaration of an endpoint or of an application's call, with functions that create its schemas. */
export type Declaration<
  Call extends Schemas,
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
> = Omit<Call, 'input' | 'output'> & { input: () => In; output: () => Out }

/** Declares an endpoint and keeps its exact schema types. Bundles leave out those that no page uses. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Session extends Endpoint['session'],
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
>(declaration: Declaration<Endpoint<In, Out>, In, Out> & { session: Session }) {
  return withLazySchemas(declaration)
}

/**
 * Creates a schema at its first use, so that a page that makes three calls does not create the schemas of all
 * thirty at its start.
 */
export function withLazySchemas<
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
  Declared extends { input: () => In; output: () => Out },
>({ input, output, ...declaration }: Declared & { input: () => In; output: () => Out }) {
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
