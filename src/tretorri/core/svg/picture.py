"""The whole picture of a scene: landscape, board, pieces, and the words below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from zlib import crc32

from tretorri.core.scene import Scene
from tretorri.core.svg.backdrop import backdrop
from tretorri.core.svg.camera import ACROSS, UPRIGHT, Camera, Point, move_to, number, plain, tag
from tretorri.core.svg.figures import TALL
from tretorri.core.svg.forbidden import Forbidden, ghost, signs
from tretorri.core.svg.ground import FRAME, THICK, corners, ground
from tretorri.core.svg.legend import caption, cards
from tretorri.core.svg.light import glows, shadows
from tretorri.core.svg.order import FIGURES, Part, back_to_front, part_place
from tretorri.core.svg.shapes import draw_part
from tretorri.core.svg.stock import Stock
from tretorri.core.words import between_facts

PICTURE_WIDTH = 800
MARGIN, HEADROOM = 22, 40  # beside the board, and above everything
LARGEST, CLOSE = 84, 120  # the side of a square on a small board, and where a detail matters
SANS = "'Gill Sans',Optima,'Segoe UI','Noto Sans',sans-serif"


def draw(
    scene: Scene,
    *,
    has_legend: bool = True,
    forbidden: Sequence[Forbidden] = (),
    is_close: bool = False,
) -> str:
    """Return the picture of a scene as SVG that needs nothing else.

    The same scene always gives the same picture. Its names for shared parts are its own, so that
    many pictures can stand on one page. Without its legend it is the landscape alone. What is
    *forbidden* is crossed out. A picture that *is_close* has larger squares.
    """
    shown = repr(scene) + (repr(forbidden) if forbidden else "")
    stock = Stock(_camera(scene, CLOSE if is_close else LARGEST), f"p{crc32(shown.encode()):08x}-")
    ghosts = back_to_front(solid for each in forbidden for solid in each.ghosts)
    painted = back_to_front(scene.solids)
    crosses = list(signs(stock.camera, scene, [*painted, *ghosts], forbidden))
    origin = _origin(stock.camera, scene, [*painted, *ghosts])
    near, far = (origin[1] + stock.camera.at(*corners(scene, FRAME)[i])[1] for i in (0, 2))
    table = move_to(
        origin,
        ground(stock, scene),
        *shadows(stock, painted),
        *_pieces(stock, scene, ghosts),
        *crosses,
    )
    foot = near + THICK * stock.camera.unit + 14
    legend, height = _legend(stock, scene, foot) if has_legend else ("", foot)
    behind = backdrop(stock, PICTURE_WIDTH, height + 10, far - 10)
    return _page(scene, height + 10, str(stock), behind, table, legend)


def _legend(stock: Stock, scene: Scene, top: float) -> tuple[str, float]:
    """Return what stands below the board in words, and where it ends."""
    words, foot = caption(scene.prompt, PICTURE_WIDTH, top)
    seats, height = cards(stock, scene, PICTURE_WIDTH, foot + 16)
    return words + seats, height


def _camera(scene: Scene, largest: float) -> Camera:
    """Return the view in which the board fills the width, unless it is small."""
    across = (scene.columns + scene.rows + 4 * FRAME) * ACROSS
    return Camera(min(largest, (PICTURE_WIDTH - 2 * MARGIN) / across), scene.level)


def _origin(camera: Camera, scene: Scene, painted: Iterable[Part]) -> Point:
    """Return where the centre of a1 lies, so that the highest piece has its room."""
    _, east, north, west = (camera.at(*corner) for corner in corners(scene, FRAME))
    tops = (_top(camera, part) for part in painted)
    return PICTURE_WIDTH / 2 - (west[0] + east[0]) / 2, HEADROOM - min((north[1], *tops))


def _top(camera: Camera, part: Part) -> float:
    """Return how far down the paper a part begins."""
    tall = TALL * UPRIGHT * camera.unit if part.solid.shape in FIGURES else 0
    return camera.at(part.x, part.y, part.top)[1] - tall


def _pieces(stock: Stock, scene: Scene, ghosts: Iterable[Part]) -> Iterator[str]:
    """Yield the pieces and the marks of the last action from the back to the front."""
    painted = back_to_front(scene.solids)
    pieces = [(part_place(part), _piece(stock, part)) for part in painted]
    pieces += [(part_place(part), ghost(draw_part(stock, part))) for part in ghosts]
    marks = glows(stock.camera, scene, painted)
    yield from map(itemgetter(1), sorted((*pieces, *marks), key=itemgetter(0)))


def _piece(stock: Stock, part: Part) -> str:
    title = tag("title", plain(part.solid.label))
    return tag("g", title, draw_part(stock, part), data_id=part.solid.id)


def _page(scene: Scene, height: float, *inside: str) -> str:
    """Return the page, with words for those who cannot see it."""
    labels = (square.label for square in scene.squares if square.text)
    about = between_facts(scene.language).join(labels)
    return tag(
        "svg",
        tag("title", plain(scene.prompt)),
        tag("desc", plain(about)),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {PICTURE_WIDTH} {number(height)}",
        role="img",
        font_family=SANS,
        stroke_width=".6",  # of edges that have no width of their own
        stroke_linejoin="round",
        stroke_linecap="round",
    )
