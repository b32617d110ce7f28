import * as z from 'zod/mini'

/** Field rules of the console's forms; operators see their messages. */

/** The token of a mailed or printed link. */
export const linkToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接不完整，请重新复制整条链接'))
