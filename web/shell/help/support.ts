import type { SupportLink } from '#contract/content/content.ts'
import { useSite } from '../../lib/site.ts'
import type { IconName } from '../../ui/icon/icon-name.ts'

export type ChatLink = Extract<SupportLink, { url: string }>
export type QrLink = Extract<SupportLink, { kind: 'qr' }>

export const CHAT_ICONS: Record<ChatLink['kind'], IconName> = { messenger: 'chat', group: 'group' }

/** The operator's support links: chats and the first QR code. */
export function useSupport(): { chats: ChatLink[]; qr: QrLink | undefined } {
  const { support } = useSite()
  return {
    chats: support.filter((link) => link.kind !== 'qr'),
    qr: support.find((link) => link.kind === 'qr'),
  }
}
