import { setTimeout as delay } from 'node:timers/promises'
import { GaveUp } from '#harness/buyer-call.ts'
import type { Scenario } from '../rig/scenario.ts'
import type { Application } from './application.ts'
import { TASK_LIST } from './tasks.ts'

interface Options {
  applications: readonly Application[]
  /** After this is aborted only those tasks are started that the shop has not accepted once. */
  stopStarting: AbortSignal
  /** Tasks still under way give up when this is aborted. */
  giveUp: AbortSignal
}

/** Tasks that one application has at the same time, each for another user or the same one. */
const WORKERS = 2
const LEAST_CREDIT = 20
const MOST_TASKS_AT_ONCE = 3

/**
 * Lets the applications spend the customers' credit until `stopStarting`, and each task be accepted once at least;
 * resolves with findings when all tasks ended.
 */
export async function runApplications(
  { customers, random }: Scenario,
  { applications, stopStarting, giveUp }: Options,
): Promise<string[]> {
  const findings: string[] = []
  const unaccepted = new Set(TASK_LIST)
  let started = 0

  /** Tasks for one user at the same time: a part of the available credit each, and now and then all of it. */
  async function spend(application: Application, user: string): Promise<void> {
    if (!application.users.has(user)) {
      await application.charge(user, 1)
      return
    }
    const available = await application.readAvailable(user)
    const choice = stopStarting.aborted ? [...unaccepted] : TASK_LIST
    if (available < LEAST_CREDIT || choice.length === 0) return
    const tasks = Array.from({ length: random.between(1, MOST_TASKS_AT_ONCE) }, async () => {
      const task = choice[started++ % choice.length]!
      const part = random.isIn(10) ? available : random.between(2, Math.ceil(available / 6))
      if (await task(application, user, part, random)) unaccepted.delete(task)
    })
    await Promise.all(tasks)
  }

  async function work(application: Application): Promise<void> {
    while (!giveUp.aborted && (!stopStarting.aborted || unaccepted.size > 0)) {
      const user = random.pick(customers).id
      try {
        await spend(application, user)
      } catch (error) {
        const why = error instanceof GaveUp ? 'gave up' : String(error)
        findings.push(`application ${application.book.id} for ${user}: ${why}`)
      }
      await delay(random.between(0, 100))
    }
  }

  await Promise.all(
    applications.flatMap((application) => Array.from({ length: WORKERS }, () => work(application))),
  )
  return findings
}
