import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCertificate } from '#harness/production/certificate.ts'
import type { AttackOptions, AttackRow } from '../attack.ts'
import { startTarget } from '../rig/target.ts'
import { forgeEvents } from './forge-events.ts'
import { RECEIVER_HOST, receiveForgeries } from './receive-forgeries.ts'

/** Forged events to the shop, and forged messages of the shop to an application. */
export async function forgeWebhooks({ database }: AttackOptions): Promise<AttackRow[]> {
  const certificate = await makeCertificate(
    join(database.folder, 'receiver'),
    `IP:${RECEIVER_HOST}`,
  )
  await using target = await startTarget({
    ...{ database, name: 'webhooks' },
    env: () => ({ WEBHOOK_PRIVATE_HOSTS: RECEIVER_HOST, NODE_EXTRA_CA_CERTS: certificate }),
  })
  const tls = await readFile(certificate, 'utf8')
  return [await forgeEvents(target), await receiveForgeries(target, tls)]
}
