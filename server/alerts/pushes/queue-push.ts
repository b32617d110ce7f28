import type { PushTopic } from '#contract/console/settings/push-fields.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { enqueueJob } from '../../jobs/enqueue.ts'
import { insertDeliveries, insertMessage } from './messages.store.ts'

export const PUSH_JOB = 'push'

/** Something that waits for an operator. It goes to third parties: an order number, and nothing about a person. */
export interface Push {
  topic: PushTopic
  kind: string
  /** Of one kind each subject is told once. */
  subject: string
  title: string
  detail: string | null
  /** The console's page about it. */
  path: string
  at: Date
  /** A channel that is not told. */
  exceptChannel?: string
}

/** Tells every channel of the topic, once the transaction has committed. */
export async function queuePush(tx: Query, { exceptChannel, ...push }: Push): Promise<void> {
  const id = uuidv7()
  if (!(await insertMessage(tx, { id, ...push }))) return
  const channels = await insertDeliveries(tx, {
    messageId: id,
    topic: push.topic,
    except: exceptChannel ?? null,
  })
  for (const { channelId } of channels) {
    await enqueueJob(tx, { kind: PUSH_JOB, payload: { channelId } })
  }
}
