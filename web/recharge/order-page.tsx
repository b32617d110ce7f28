import { PageHead } from '../shell/page-head.tsx'

export default function OrderPage() {
  return <PageHead />
}
