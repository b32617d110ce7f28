import * as z from 'zod/mini'
import { queryInteger } from '../fields.ts'
import { consoleCall } from './console-call.ts'
import { beforeId, day, filterText, next, pageLimit, reference } from './list-fields.ts'
import { ledgerMovement, userDetail, userListItem } from './user-shapes.ts'

export type { ConsoleUser, LedgerMovement, UserDetail } from './user-shapes.ts'

/** A whole e-mail or a user's id. */
const user = { user: reference('用户') }

/** Newest first. */
export const listConsoleUsers = consoleCall({
  method: 'GET',
  path: '/api/console/users',
  access: 'read',
  input: () =>
    z.object({
      before: beforeId,
      /** Part of an e-mail or nickname, or a whole id; a whole e-mail finds that user alone. */
      q: filterText,
      /** `1`: only those whom the operator blocks. */
      blocked: z.optional(z.literal('1', '只能写 1')),
      /** Registered on these days; both are included. */
      from: day,
      to: day,
      /** The traffic source at the registration, whole; DIRECT_SOURCE for none. */
      source: filterText,
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      users: z.array(userListItem),
      /** Of all pages, up to 1,000; `isMore`: there are at least so many. Null: of a text on several pages it is not counted. */
      count: z.nullable(z.object({ count: z.int(), isMore: z.boolean() })),
      /** More than 1,000 have the text, besides those whose address begins so: some of them are listed, newest first. */
      isCut: z.boolean(),
      next,
    }),
})

/** One user with credit, newest orders, sessions and applications. Answers NOT_FOUND. */
export const readConsoleUser = consoleCall({
  method: 'GET',
  path: '/api/console/users/one',
  access: 'read',
  input: () => z.object(user),
  output: () => userDetail,
})

/** The user's ledger, newest first. Answers NOT_FOUND. */
export const listUserLedger = consoleCall({
  method: 'GET',
  path: '/api/console/users/ledger',
  access: 'read',
  input: () =>
    z.object({
      ...user,
      /** `next` of the page before: a position. */
      before: z.optional(queryInteger(1, 999_999_999)),
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      entries: z.array(ledgerMovement),
      /** Of all pages. */
      count: z.int(),
      /** Null: the last page. */
      next: z.nullable(z.int()),
    }),
})
