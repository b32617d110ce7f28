import type * as contract from '#contract/console/credit.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { listCreditLedger } from './list-ledger.ts'
import { listDebtors, readCreditLiability } from './read-liability.ts'

export function creditHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    readCreditLiability: () => readCreditLiability(deps),
    listDebtors: ({ input }) => listDebtors(deps, input),
    listCreditLedger: ({ input }) => listCreditLedger(deps, input),
  }
}
