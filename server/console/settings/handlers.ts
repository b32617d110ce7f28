import type * as contract from '#contract/console/settings/settings.ts'
import { AppError } from '../../http/app-error.ts'
import { checks, runCheck } from '../../operator/doctor/run-checks.ts'
import { listSettings } from './list-settings.ts'
import { riskySettings } from '../../operator/doctor/risky-settings.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'

export function settingHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { config, sql, now, content } = deps
  const context = { config, sql, now, content, deps: () => Promise.resolve(deps) }
  return {
    async listSettings() {
      return { groups: listSettings(config, content), risks: riskySettings(config, content) }
    },
    async listChecks() {
      return { checks: checks.map(({ id, title }) => ({ id, title })) }
    },
    async runCheck({ input: { id } }) {
      const check = checks.find((each) => each.id === id)
      if (check === undefined) throw new AppError('NOT_FOUND')
      return runCheck(context, check)
    },
  }
}
