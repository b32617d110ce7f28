import { PageHead } from '../shell/page-head.tsx'

export default function OrdersPage() {
  return <PageHead />
}
