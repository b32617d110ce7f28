import { isIP } from 'node:net'
import { wrongUsage } from '../exit.ts'
import type { Parameter } from '../parameters.ts'

const MOST_NETWORKS = 100
const ANY = 'any'

/** Networks that a key may be used from, separated by commas; [] for `any`, null when the option is absent. */
export function networksParameter(help: string): Parameter<string[] | null> {
  return {
    value: '网段',
    help,
    isRequired: false,
    read(given) {
      if (given === undefined) return null
      if (given.trim() === ANY) return []
      const networks = given.split(',').map((part) => part.trim())
      const wrong = networks.find((network) => !isNetwork(network))
      if (wrong !== undefined) {
        throw wrongUsage(
          `里的“${wrong}”不是 IP 地址或网段：请写成 203.0.113.7、203.0.113.0/24 或 2001:db8::/32，用逗号分隔`,
        )
      }
      if (networks.length > MOST_NETWORKS) throw wrongUsage(`最多 ${MOST_NETWORKS} 个`)
      return networks
    },
  }
}

/** What the option gave, for a preview; null: the networks of the key before. */
export function networksText(networks: readonly string[] | null): string {
  if (networks === null) return '同旧密钥'
  return networks.length === 0 ? '不限' : networks.join('，')
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32))
}
