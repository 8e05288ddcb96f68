// What tokens move on: the shaded ball with its graticule, or the circle of d = 2.

const THEMES = {
  light: {
    ball: ["#ffffff", "#eef2f7", "#cfd8e4"], rim: "#9aa8ba", text: "#1d2733", faint: "#5b6878",
    front: "rgba(60,80,105,0.30)", back: "rgba(60,80,105,0.11)", plain: [70, 90, 115], ghost: [20, 30, 40],
    link: "rgba(20,30,40,0.45)", mark: "#10202f",
    density: "rgba(0,114,178,0.16)", card: "#ffffff", accent: "#0072b2",
    scheme: "light",
  },
  dark: {
    ball: ["#3a4656", "#242d38", "#12171d"], rim: "#566579", text: "#eef3f8", faint: "#a9b5c3",
    front: "rgba(190,210,235,0.26)", back: "rgba(190,210,235,0.10)", plain: [165, 185, 210], ghost: [235, 240, 245],
    link: "rgba(235,240,245,0.45)", mark: "#ffffff",
    density: "rgba(86,180,233,0.22)", card: "#1e252e", accent: "#56b4e9",
    scheme: "dark",
  },
}

// Okabe and Ito's colours, told apart by colour-blind people too; their black is left out.
const CLUSTERS = [
  [230, 159, 0], [86, 180, 233], [0, 158, 115], [240, 228, 66], [0, 114, 178], [213, 94, 0], [204, 121, 167],
]

function drawBall(context, x, y, radius, theme) {
  const shade = context.createRadialGradient(x - 0.36 * radius, y - 0.42 * radius, 0.05 * radius, x, y, radius * 1.02)
  shade.addColorStop(0, theme.ball[0])
  shade.addColorStop(0.55, theme.ball[1])
  shade.addColorStop(1, theme.ball[2])
  context.fillStyle = shade
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

// The circle {p . normal = offset} of the unit sphere projects to an ellipse; its front part is one arc of it.
function addCircle(front, back, normal, offset, x, y, radius) {
  const [nx, ny, nz] = normal, s = Math.hypot(nx, ny), rho = Math.sqrt(1 - offset * offset)
  const cx = x + radius * offset * nx, cy = y - radius * offset * ny
  const long = rho * radius, short = long * Math.abs(nz), tilt = s < 1e-6 ? 0 : Math.atan2(-nx, -ny)
  const arc = (path, from, to) => {
    const [a, b] = nz > 0 ? [-to, -from] : [from, to]
    path.moveTo(
      cx + long * Math.cos(a) * Math.cos(tilt) - short * Math.sin(a) * Math.sin(tilt),
      cy + long * Math.cos(a) * Math.sin(tilt) + short * Math.sin(a) * Math.cos(tilt))
    path.ellipse(cx, cy, long, short, tilt, a, b)
  }
  const level = s < 1e-6 ? (offset * nz > 0 ? -2 : 2) : -offset * nz / (rho * s)  // front where sin(phi) > level
  if (level <= -1) arc(front, 0, 2 * Math.PI)
  else if (level >= 1) arc(back, 0, 2 * Math.PI)
  else {
    const up = Math.asin(level)
    arc(front, up, Math.PI - up)
    arc(back, Math.PI - up, 2 * Math.PI + up)
  }
}

function drawGraticule(context, axes, x, y, radius, theme, pixel) {
  const front = new Path2D(), back = new Path2D()
  const seen = (a, b, c) => [0, 3, 6].map(k => axes[k] * a + axes[k + 1] * b + axes[k + 2] * c)
  for (let k = 0; k < 6; k++) {
    addCircle(front, back, seen(Math.cos(k * Math.PI / 6), Math.sin(k * Math.PI / 6), 0), 0, x, y, radius)
  }
  const north = seen(0, 0, 1)
  for (let latitude = -60; latitude <= 60; latitude += 30) {
    addCircle(front, back, north, Math.sin(latitude * Math.PI / 180), x, y, radius)
  }
  context.lineWidth = pixel
  context.strokeStyle = theme.back
  context.stroke(back)
  context.strokeStyle = theme.front
  context.stroke(front)
  context.strokeStyle = theme.rim
  context.lineWidth = 1.25 * pixel
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
}

// d = 2: the circle face on, with ticks every 30 degrees.
function drawCircle(context, roll, x, y, radius, theme, pixel) {
  context.strokeStyle = theme.rim
  context.lineWidth = 2 * pixel
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  context.lineWidth = pixel
  context.strokeStyle = theme.front
  context.beginPath()
  for (let k = 0; k < 12; k++) {
    const c = Math.cos(roll + k * Math.PI / 6), s = Math.sin(roll + k * Math.PI / 6)
    const inner = k % 3 ? 0.96 : 0
    context.moveTo(x + radius * inner * c, y - radius * inner * s)
    context.lineTo(x + radius * c, y - radius * s)
  }
  context.stroke()
}
