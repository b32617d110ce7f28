import { ArcMark } from '../ui/icon/arc.tsx'
import { PageHead } from './page-head.tsx'
import { useSiteAddress } from './use-site-address.ts'

/** Covers the old page while the next one loads. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <ArcMark isLoading />
      <p>加载中</p>
    </div>
  )
}

/** The page before its script has loaded: its title and the loading state. */
export function PageLoading() {
  const { layout } = useSiteAddress()
  const frame = layout === 'pageTitle' ? undefined : 'wrap page-loading'
  const content = (
    <>
      <PageHead />
      <LoadingScreen />
    </>
  )
  return frame === undefined ? content : <div className={frame}>{content}</div>
}
