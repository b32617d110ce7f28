import type * as signOn from '#contract/sign-on.ts'
import type { Answers } from './answer.ts'

export const signOnAnswers: Answers<typeof signOn> = {
  waitingSignOn: () => ({ applicationName: 'AI 工具', needsPassword: false }),
}
