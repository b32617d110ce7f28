import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

type Answer<E extends Endpoint> = (input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>

/** One answer for each call of a contract group; TypeScript refuses a group with one missing. */
export type Answers<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: Answer<Group[Name]>
}
