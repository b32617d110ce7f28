import type * as contract from '#contract/console/applications.ts'
import type { ConsoleApplication } from '#contract/console/applications.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '../../http/app-error.ts'
import {
  type ApplicationRow,
  findApplication,
  listApplicationKeys,
  listApplications,
} from '../../operator/applications/applications.store.ts'
import { addDays } from '../days.ts'
import {
  type ApplicationCounts,
  countOfApplications,
  listNames,
  listUndelivered,
} from './applications.store.ts'
import { MONTH_DAYS, readUsage, USAGE_DAYS, type UsageFigures } from './count-usage.ts'

export function applicationHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    listConsoleApplications: () => listConsoleApplications(deps),
    readConsoleApplication: ({ input }) => readConsoleApplication(deps, input.id),
  }
}

const MOST_MESSAGES = 100

type Needs = Pick<ConsoleDeps, 'sql' | 'now' | 'log' | 'content'>

async function listConsoleApplications(
  deps: Needs,
): Promise<OutputOf<typeof contract.listConsoleApplications>> {
  const [rows, counts, usage] = await Promise.all([
    listApplications(deps.sql),
    countOfApplications(deps.sql, { id: null, most: MOST_MESSAGES }),
    readUsage(deps),
  ])
  return {
    applications: rows.map((row) => toApplication(row, counts, usage.data)),
    takenAt: usage.takenAt.toISOString(),
    isRenewing: usage.isRenewing,
  }
}

/** Throws NOT_FOUND. */
async function readConsoleApplication(
  deps: Needs,
  applicationRef: string,
): Promise<OutputOf<typeof contract.readConsoleApplication>> {
  const { sql } = deps
  const row = await findApplication(sql, applicationRef.toLowerCase())
  if (row === null) throw new AppError('NOT_FOUND')
  const { id } = row
  const [counts, keys, messages, usage] = await Promise.all([
    countOfApplications(sql, { id, most: MOST_MESSAGES }),
    listApplicationKeys(sql, id),
    listUndelivered(sql, { id, most: MOST_MESSAGES }),
    readUsage(deps),
  ])
  const spenders = usage.data.spenders.filter((each) => each.applicationId === id)
  const names = await listNames(
    sql,
    spenders.map(({ userId }) => userId),
  )
  return {
    application: { ...row, ...toApplication(row, counts, usage.data) },
    keys: keys.map(({ createdAt, lastUsedAt, revokedAt, ...key }) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
    days: daysOf(id, usage.data),
    spenders: spenders.map(({ userId, charged }) => {
      const { email = null, nickname = '' } = names.find((each) => each.id === userId) ?? {}
      return { userId, email, nickname, charged }
    }),
    messages: messages.map(({ createdAt, nextTryAt, ...message }) => ({
      ...message,
      createdAt: createdAt.toISOString(),
      nextTryAt: nextTryAt?.toISOString() ?? null,
    })),
    takenAt: usage.takenAt.toISOString(),
    isRenewing: usage.isRenewing,
  }
}

/** A row of the list as the contract has it. */
function toApplication(
  { id, clientId, name, isFirstParty, createdAt, disabledAt }: ApplicationRow,
  counts: readonly ApplicationCounts[],
  { today, days }: UsageFigures,
): ConsoleApplication {
  const { grants, lastUsedAt, failing, givenUp } = counts.find((each) => each.id === id) ?? {
    ...{ grants: 0, lastUsedAt: null, failing: 0, givenUp: 0 },
  }
  const chargedSince = (from: string) =>
    days
      .filter((each) => each.applicationId === id && each.day >= from)
      .reduce((sum, { charged, reversed }) => sum + charged - reversed, 0)
  return {
    ...{ id, clientId, name, isFirstParty, grants, failing, givenUp },
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    chargedToday: chargedSince(today),
    charged30: chargedSince(addDays(today, 1 - MONTH_DAYS)),
  }
}

function daysOf(id: string, { today, days }: UsageFigures) {
  return Array.from({ length: USAGE_DAYS }, (_, at) => {
    const day = addDays(today, at + 1 - USAGE_DAYS)
    const found = days.find((each) => each.applicationId === id && each.day === day)
    return found ?? { day, users: 0, charges: 0, charged: 0, reversed: 0 }
  })
}
