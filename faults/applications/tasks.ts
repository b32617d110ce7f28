import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '#harness/random.ts'
import type { Application } from './application.ts'

type Task = (
  application: Application,
  user: string,
  amount: number,
  random: Random,
) => Promise<boolean>

/** Longer than the shortest hold. */
const EXPIRED_MS = 1_200

/** What applications do with a user's credit; returns whether the shop accepted it. `amount` is at least 2. */
export const TASKS = {
  charge: async (application, user, amount) => (await application.charge(user, amount)) !== null,

  async reversedCharge(application, user, amount, random) {
    const charge = await application.charge(user, amount)
    if (!charge) return false
    const part = random.between(1, amount - 1)
    await application.reverse(user, charge.id, part)
    if (random.isIn(50)) await application.reverse(user, charge.id, amount - part)
    return true
  },

  async smallCapture(application, user, amount, random) {
    const hold = await application.hold(user, amount)
    if (hold) await application.capture(user, hold.id, random.between(1, amount))
    return hold !== null
  },

  /** Above the hold, which the shop books for the operator's own applications alone. */
  async largeCapture(application, user, amount, random) {
    const hold = await application.hold(user, amount)
    if (!hold) return false
    const charge = await application.capture(user, hold.id, amount + random.between(1, amount))
    if (!charge) await application.release(user, hold.id)
    return true
  },

  /** Above twice the hold. */
  async largestCapture(application, user, amount) {
    const hold = await application.hold(user, amount)
    if (!hold) return false
    const charge = await application.capture(user, hold.id, 2 * amount + 1)
    if (!charge) await application.release(user, hold.id)
    return true
  },

  async lateCapture(application, user, amount, random) {
    const hold = await application.hold(user, amount, 1)
    if (!hold) return false
    await delay(EXPIRED_MS)
    await application.capture(user, hold.id, random.between(1, amount))
    return true
  },

  async extendedHold(application, user, amount, random) {
    const hold = await application.hold(user, amount, random.between(30, 600))
    if (!hold) return false
    await application.extend(user, hold.id, 1_200)
    await application.capture(user, hold.id, amount)
    return true
  },

  async release(application, user, amount) {
    const hold = await application.hold(user, amount)
    if (hold) await application.release(user, hold.id)
    return hold !== null
  },

  async captureOfZero(application, user, amount) {
    const hold = await application.hold(user, amount)
    if (hold) await application.capture(user, hold.id, 0)
    return hold !== null
  },

  /** The application forgets its hold, which expires. */
  abandonedHold: async (application, user, amount, random) =>
    (await application.hold(user, amount, random.between(1, 10))) !== null,
} satisfies Record<string, Task>

export const TASK_LIST: readonly Task[] = Object.values(TASKS)
