import type { Screen } from '#contract/content/page-content.ts'

/** A page of the product as it looks in the scheme that is shown; only that picture is loaded. */
export function ProductScreen({ screen: { label, light, dark } }: { screen: Screen }) {
  return (
    <div className="product-screen" role="img" aria-label={label}>
      {[light, dark].map((file) => (
        <img key={file} src={`/brand/${file}`} alt="" width="1080" height="760" loading="lazy" />
      ))}
    </div>
  )
}
