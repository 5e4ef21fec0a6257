# In the package these two are under the names that Debian gives them.
s|](CHANGELOG\.md)|](NEWS.md.gz)|g
s|](LICENSE)|](copyright)|g
