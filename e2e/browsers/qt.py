# A window of Qt WebEngine and nothing else; its size comes with the arguments
import sys
from PyQt6.QtCore import QUrl
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication

app = QApplication(sys.argv[:1])
view = QWebEngineView()
view.resize(int(sys.argv[1]), int(sys.argv[2]))
view.load(QUrl("about:blank"))
view.show()
app.exec()
