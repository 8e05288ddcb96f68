// Tokens that have met look like one. The halo around them grows with their share of all tokens.

const HALO = 4  // radius around all tokens, in radii of a token

class Halos {
  constructor() {
    this.sums = new Float64Array(4 * 65536)  // of a cluster's x, y, depth and squares
  }

  paint(raster, {labels, sizes, few, sx, sy, sz, size}) {
    const {sums} = this, n = sx.length, large = new Set()
    for (let i = 0; i < n; i++) {
      const label = labels[i] & 65535
      if (sizes[label] < few) continue
      if (!large.has(label)) {
        large.add(label)
        sums.fill(0, 4 * label, 4 * label + 4)
      }
      sums[4 * label] += sx[i]
      sums[4 * label + 1] += sy[i]
      sums[4 * label + 2] += sz[i]
      sums[4 * label + 3] += sx[i] * sx[i] + sy[i] * sy[i]
    }
    for (const label of large) {
      const [x, y, z, square] = sums.subarray(4 * label, 4 * label + 4).map(sum => sum / sizes[label])
      const radius = size * (0.64 + 0.2 * (z + 1)) * (1 + (HALO - 1) * Math.sqrt(sizes[label] / n))
      const width = Math.sqrt(Math.max(0, square - x * x - y * y))
      const strength = Math.min(1, 1.5 - 3 * width / radius) * (z >= 0 ? 0.3 : 0.2)
      const [red, green, blue] = CLUSTERS[label % CLUSTERS.length], whole = Math.round(radius)
      if (strength > 0) raster.stamp(x, y, whole, red, green, blue, strength, whole)
    }
  }
}
