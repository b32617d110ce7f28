/** Grey lines in place of text that is still loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="bones" role="status" aria-label="正在加载">
      {Array.from({ length: lines }, (_, at) => (
        <div className="skeleton" key={at} />
      ))}
    </div>
  )
}
