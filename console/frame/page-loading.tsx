import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** Shown until the script of a document's first page has arrived. */
export function PageLoading() {
  return <Skeleton lines={6} />
}
