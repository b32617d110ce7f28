import { PageHead } from '../shell/page-head.tsx'

export default function CallbackPage() {
  return <PageHead />
}
