interface ModelLot {
  isBonus: boolean
  remaining: number
  endsAt: number
  place: number
}

export interface ModelHold {
  id: string
  amount: number
  state: 'open' | 'captured' | 'released' | 'expired'
  begunAt: number
  endsAt: number
}

interface ModelCharge {
  id: string
  left: number
  /** By lot, in the order they were taken from. */
  taken: { lot: ModelLot; amount: number }[]
  /** What no lot paid, less what reversals have paid of debts; below 0 the lots miss so much less. */
  owed: number
}

/** The rules in plain arithmetic, hours as time. A refusal is the code of the AppError. */
export class SpendingModel {
  now = 0
  debt = 0
  place = 0
  lots: ModelLot[] = []
  holds: ModelHold[] = []
  charges: ModelCharge[] = []

  get held(): number {
    return this.holds.reduce((sum, hold) => sum + (hold.state === 'open' ? hold.amount : 0), 0)
  }
  /** What may still be captured of expired holds. */
  get late(): number {
    return this.holds.reduce(
      (sum, hold) =>
        sum + (hold.state === 'expired' && !hasEnded(hold, this.now) ? hold.amount : 0),
      0,
    )
  }
  get balance(): number {
    return this.lots.reduce((sum, { remaining }) => sum + remaining, 0) - this.debt
  }
  get available(): number {
    return this.balance - this.held
  }

  /** Holds first, then lots but for what open holds need; in the order of spending. */
  expire(): void {
    for (const hold of this.holds) {
      if (hold.state === 'open' && hold.endsAt <= this.now) hold.state = 'expired'
    }
    const ended = this.inOrder().filter(({ endsAt }) => endsAt <= this.now)
    const live = this.lots.filter(({ endsAt }) => endsAt > this.now)
    const sum = (lots: ModelLot[]) => lots.reduce((total, { remaining }) => total + remaining, 0)
    let excess = sum(ended) - Math.max(0, this.held - sum(live))
    for (const lot of ended) {
      const part = Math.min(lot.remaining, Math.max(0, excess))
      lot.remaining -= part
      excess -= part
    }
  }

  grant(given: number, lasts: number | null, isBonus: boolean): void {
    this.expire()
    const paid = Math.min(given, this.debt)
    this.debt -= paid
    if (given === paid) return
    this.addLot(given - paid, lasts === null ? Infinity : this.now + lasts, isBonus)
  }

  charge(id: string, amount: number): void {
    const taken = this.spend(amount)
    const owed = taken.reduce((left, part) => left - part.amount, amount)
    this.charges.push({ id, left: amount, taken, owed })
  }

  spend(asked: number): { lot: ModelLot; amount: number }[] {
    let left = asked
    const taken = []
    for (const lot of this.inOrder()) {
      const part = Math.min(lot.remaining, left)
      if (part === 0) continue
      lot.remaining -= part
      left -= part
      taken.push({ lot, amount: part })
    }
    this.debt += left
    return taken
  }

  /** Expired holds count for an application that is not the operator's own. */
  refusal(asked: number, { countsLate = false } = {}): string | null {
    this.expire()
    if (this.available - (countsLate ? this.late : 0) >= asked) return null
    return this.balance >= asked ? 'CREDIT_HELD' : 'CREDIT_SHORT'
  }

  reverse(charge: ModelCharge, asked: number): void {
    this.expire()
    charge.left -= asked
    const paid = Math.min(asked, this.debt)
    this.debt -= paid
    let left = asked - paid
    for (const part of charge.taken.toReversed()) {
      const back = Math.min(left, part.amount)
      if (back === 0) continue
      if (part.lot.endsAt > this.now) part.lot.remaining += back
      else this.addLot(back, this.now + 30 * 24, part.lot.isBonus)
      part.amount -= back
      left -= back
    }
    if (left > 0) this.addLot(left, Infinity, false)
    charge.owed -= paid
    for (const part of charge.taken.toReversed()) {
      const less = Math.min(part.amount, Math.max(0, -charge.owed))
      part.amount -= less
      charge.owed += less
    }
  }

  private addLot(remaining: number, endsAt: number, isBonus: boolean): void {
    this.place += 1
    this.lots.push({ isBonus, remaining, endsAt, place: this.place })
  }

  private inOrder(): ModelLot[] {
    const rank = (lot: ModelLot) => [lot.endsAt, lot.isBonus ? 0 : 1, lot.place]
    return this.lots
      .filter(({ remaining }) => remaining > 0)
      .toSorted((a, b) => {
        const [one, other] = [rank(a), rank(b)]
        const at = one.findIndex((value, index) => value !== other[index])
        return at === -1 ? 0 : one[at]! - other[at]!
      })
  }
}

/** Whether a hold can be neither captured nor released any more. */
export function hasEnded({ state, endsAt }: ModelHold, now: number): boolean {
  return state === 'captured' || state === 'released' || now >= endsAt + 24
}
