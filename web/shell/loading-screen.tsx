import { Skeleton } from '../ui/skeleton.tsx'
import { ArcMark } from '../ui/arc.tsx'
import { PageHead } from './page-head.tsx'
import { useEntry } from './use-entry.ts'

/** Covers the old page while the next one loads. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <ArcMark isLoading />
      <p>载入中</p>
    </div>
  )
}

/** The page before its first data: the title stands already, what comes under it is grey. */
export function PageLoading() {
  const { layout } = useEntry()
  const frame = layout === 'pageTitle' ? undefined : 'wrap page-loading'
  const content = (
    <>
      <PageHead />
      <div className="card">
        <Skeleton lines={5} />
      </div>
    </>
  )
  return frame === undefined ? content : <div className={frame}>{content}</div>
}
