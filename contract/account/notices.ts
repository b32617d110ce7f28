import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/** What the operator tells customers in the account center. Only that page loads this file, and late. */

const shown = () =>
  z.object({
    /** The latest that the user has not dismissed; null: none. */
    notice: z.nullable(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        link: z.nullable(z.object({ label: z.string(), url: z.string() })),
        tone: z.enum(['info', 'warning']),
        isDismissable: z.boolean(),
      }),
    ),
    /** How many more there are. */
    others: z.int(),
  })
export type ShownNotice = NonNullable<z.output<ReturnType<typeof shown>>['notice']>

/** Returns the notice that the page shows and remembers that the user has seen it. */
export const readNotice = endpoint({
  method: 'GET',
  path: '/clients/web/notices',
  session: 'required',
  input: () => z.object({}),
  output: shown,
})

/** Dismisses a notice in every browser of the user, and returns the next one. One that is unknown, has ended or stays is left as it is. */
export const dismissNotice = endpoint({
  method: 'POST',
  path: '/clients/web/notices/dismiss',
  session: 'required',
  input: () => z.object({ id }),
  output: shown,
})
