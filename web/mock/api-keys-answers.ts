import type * as apiKeys from '#contract/account/api-keys.ts'
import type { CustomerKey } from '#contract/account/api-keys.ts'
import { type Answers, MockRefusal } from './answer.ts'

const TOOLS = { id: 'mock-tools', name: 'AI 工具' }
const KEY = `key_${'A'.repeat(43)}`

let keys: CustomerKey[] = []

/** One application of the operator's own; keys last as long as the document. */
export const apiKeysAnswers: Answers<typeof apiKeys> = {
  apiKeyList: () => ({ list: keys }),
  createApiKey({ applicationId, name, monthlyLimit }) {
    if (applicationId !== TOOLS.id) throw new MockRefusal('NOT_FOUND')
    const apiKey = {
      ...{ id: `mock-key-${Date.now()}`, application: TOOLS, name, monthlyLimit },
      hint: KEY.slice(0, 8),
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
    }
    keys = [apiKey, ...keys]
    return { key: KEY, apiKey }
  },
  revokeApiKey({ id }) {
    keys = keys.filter((key) => key.id !== id)
    return null
  },
  applicationList: () => ({ list: [{ ...TOOLS, grantedAt: null }] }),
  revokeGrant: () => null,
}
