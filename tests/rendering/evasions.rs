//! Ways to get a script, a frame or a request past a filter. The kinds are those of OWASP's "XSS Filter Evasion Cheat
//! Sheet"; each example was written for this project.

pub const EVASIONS: &str = "
    // Scripts as such, and malformed.
    <script>x()</script>
    <SCRIPT SRC=//evil.example/x.js></SCRIPT>
    <<script>x();//<</script>
    <script\u{0}>x()</script>
    <script/x src=//evil.example></script>
    <script¶>x()</script¶>
    <scr<script>ipt>x()</scr</script>ipt>
    <script src=//evil.example/?<b>
    </title><script>x()</script>
    <textarea></textarea><script>x()</script>
    <xmp><p title=\"</xmp><script>x()</script>\">
    <script>document.write('<scr')</script>ipt src=//evil.example></script>
    // Handlers.
    <img src=x onerror=x()>
    <img src=x onerror¶=\tx()>
    <img/src='x'/onerror='x()'>
    <img \"\"\"><script>x()</script>\">
    <img src=x:x onerror=&#120;&#40;&#41;>
    <body onload=x() onpageshow=x()>
    <svg onload=x()>
    <svg/onload=x()><circle r=1></svg>
    <details open ontoggle=x()><summary>s</summary></details>
    <input autofocus onfocus=x()>
    <p ONMOUSEOVER=x() onclick = x() >hover</p>
    <a onmouseover=x() href=#>over</a>
    <marquee onstart=x()>m</marquee>
    <video><source onerror=x()></video>
    <p style=animation-name:x onanimationstart=x()>a</p>
    <b/onclick/=x() <i/onclick=x()>c
    // Schemes.
    <a href=javascript:x()>a</a>
    <a href=JaVaScRiPt:x()>a</a>
    <a href='jav\tascript:x()'>a</a>
    <a href='java¶script:x()'>a</a>
    <a href='java\rscript:x()'>a</a>
    <a href='jav&#x09;ascript:x()'>a</a>
    <a href='jav&#x0A;ascript:x()'>a</a>
    <a href='&#14; javascript:x()'>a</a>
    <a href='\u{1}javascript:x()'>a</a>
    <a href=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;x()>a</a>
    <a href=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;x()>a</a>
    <a href=&#0000106&#0000097vascript&colon;x()>a</a>
    <a href='javascript&Tab;:x()'>a</a>
    <a href=vbscript:x>a</a>
    <a href='livescript:x'>a</a>
    <a href='data:text/html;base64,PHNjcmlwdD4='>a</a>
    <a href='DATA:text/html,<script>x()</script>'>a</a>
    <a href='//a.example' ping='//evil.example' target=_blank download>a</a>
    <img src='javascript:x()' lowsrc=javascript:x() dynsrc=javascript:x()>
    <img src=data:image/svg+xml;base64,PHN2Zz4= alt=d>
    <img srcset='javascript:x() 1x, data:x 2x'>
    <table background=javascript:x()><tr><td background='//evil.example/x.png'>t</table>
    <svg><a xlink:href=javascript:x()><text>t</text></a></svg>
    <math><a xlink:href=javascript:x() href=javascript:x()>m</a></math>
    <form action=javascript:x()><button formaction=javascript:x()>b</button><input type=image src=x></form>
    <input type=submit formaction=javascript:x() value=v>
    <blockquote cite=javascript:x()>q</blockquote>
    // What loads, frames, refreshes or moves the page.
    <iframe src=javascript:x()></iframe>
    <iframe srcdoc='<script>x()</script>'></iframe>
    <frameset><frame src=javascript:x()></frameset>
    <object data=javascript:x() type=text/html></object>
    <embed src='data:image/svg+xml;base64,PHN2Zz4='>
    <applet code=x></applet>
    <meta http-equiv=refresh content='0;url=javascript:x()'>
    <meta http-equiv=set-cookie content='a=b'>
    <base href='javascript:x()//'><a href=y>a</a>
    <link rel=stylesheet href=javascript:x()><link rel=preload href=//evil.example as=script>
    <video poster=//evil.example/p.png src=//evil.example/v autoplay></video>
    <audio src=//evil.example/a autoplay></audio>
    <isindex action=javascript:x() type=image>
    <portal src=//evil.example></portal>
    // Styles.
    <style>@import '//evil.example/x.css'; li{list-style-image:url(javascript:x())}</style>
    <style>p{background:u\\72l(//evil.example)}@\\69mport 'x'</style>
    <p style='background-image:url(javascript:x())'>s</p>
    <p style='width:expr/**/ession(x());width: expression(x())'>s</p>
    <p style='-moz-binding:url(//evil.example#x);behavior:url(x.htc)'>s</p>
    <p style='background:\\75\\72\\6C(//evil.example)'>s</p>
    <style></style><script>x()</script>
    <style>a{}</style <b>x</style>
    // Markup that changes when it is parsed again.
    <noscript><p title='</noscript><img src=x onerror=x()>'>n</noscript>
    <template><script>x()</script><img src=x onerror=x()></template>
    <math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x()&gt;'>
    <math><annotation-xml encoding=text/html><p><script>x()</script></p></annotation-xml></math>
    <svg><style><img src=x onerror=x()></style></svg>
    <svg></p><style><a id='</style><img src=1 onerror=x()>'>
    <svg><foreignObject><iframe src=javascript:x()></iframe></foreignObject></svg>
    <svg><animate attributeName=href values=javascript:x()></svg><svg><use href='data:x#y'></svg>
    <select><style></select><img src=x onerror=x()></style></select>
    <form><math><mtext></form><form><mglyph><style></math><img src onerror=x()>
    <!--[if gte IE 4]><script>x()</script><![endif]-->
    <!--><img src=x onerror=x()>-->
    <!-- --!><img src=x onerror=x()> -->
    <![CDATA[<script>x()</script>]]>
    <?xml version='1.0'?><?php echo '<script>x()</script>' ?>
    <p title='\"><script>x()</script>'>t</p>
    <p title='&quot;&gt;&lt;script&gt;x()&lt;/script&gt;'>t</p>
    &lt;script&gt;x()&lt;/script&gt;
    <a href='\"><script>x()</script>'>a</a>
    <img alt='\"><script>x()</script>' src=a.png>
    <p lang='\"><script>' dir='ltr\" onclick=\"x()'>l</p>
    <div id=goce-only class='goce-legend goce-mark'>fake</div>
    <plaintext><script>x()</script>";
