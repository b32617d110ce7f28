import type { RequestShop } from './request-shop.ts'

/** What customers read in the shop for the names of what was measured, in this order. */
const LABELS = [
  { name: 'model', label: '模型' },
  { name: 'input_tokens', label: '输入' },
  { name: 'cached_tokens', label: '其中缓存' },
  { name: 'output_tokens', label: '输出' },
  { name: 'reasoning_tokens', label: '其中思考' },
  { name: 'pictures', label: '图片' },
  { name: 'characters', label: '字数' },
]
/** A shop that starts together with this site answers by then. */
const RETRY_MS = 60_000

/** Tells the shop; without it customers see the names as they are. */
export async function sendUsageLabels(
  requestShop: RequestShop,
  log: { warn: (facts: object, message: string) => void },
): Promise<void> {
  const call = { method: 'PUT', path: 'usage-labels', body: { labels: LABELS } } as const
  await requestShop({ ...call, retryForMs: RETRY_MS }).catch((err: unknown) =>
    log.warn({ err }, 'the shop does not know the names of usage'),
  )
}
